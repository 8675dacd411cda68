mod bogs;
mod exploration;
mod flocks;
mod placements;
mod rectangle;
mod ruins;
mod whiskey;

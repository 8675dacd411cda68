# Of the tiles that an earlier player left in the area: how often are they there, and how often taken? Reads placements.csv.
BEGIN { FS = "," }
NR == 1 {
    for (i = 1; i <= NF; i++) column[$i] = i
    next
}
{
    place = $column["game"] " " $column["area"]
    if (place in kept) {
        offers++
        taken += ($column["tile"] == kept[place])
    }
    turns++
    kept[place] = $column["left"]
}
END { printf "turns,left_before_share,taken_share\n%d,%.6f,%.6f\n", turns, offers / turns, taken / offers }

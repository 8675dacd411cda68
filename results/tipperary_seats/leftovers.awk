# Of the tiles that an earlier player left in the area: how often are they there, and how often taken?
BEGIN { FS = "," }
FNR > 1 {
    place = $2 " " $7
    if (place in kept) { offers++; taken += ($8 == kept[place]) }
    turns++
    kept[place] = $9
}
END { printf "%d turns, %.1f %% with a tile that was left before, which is taken in %.1f %% of them\n", turns, 100 * offers / turns, 100 * taken / offers }

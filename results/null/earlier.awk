# What an independent check of an earlier revision found between identical random agents, beside what null.csv says of the same question:
# awk -f earlier.awk null.csv prints earlier.csv. Rates are in percent, with one binomial standard error where it was told.
BEGIN {
  FS = "\""
  print "question,setting,earlier,earlier_error,experiment,method,rate,error,repetitions"
  lists = "findings: any scoring tile on"
  add("any scoring tile on VP less VP", "2 players and 40 seeds", 9.5, 1.2, "2 players", lists " VP of one agent less another's")
  add("any scoring tile on VP less VP", "3 players and 40 seeds", 6.8, "", "3 players", lists " VP of one agent less another's")
  add("any scoring tile on VP less VP", "4 players and 60 seeds", 7.0, 0.8, "4 players", lists " VP of one agent less another's")
  add("any scoring tile on VP less VP", "5 players and 40 seeds", 9.5, "", "5 players", lists " VP of one agent less another's")
  add("any scoring tile on wins of the first", "2 players and 40 seeds", 9.2, "", "2 players", lists " wins of the first starting player")
  add("any scoring tile on wins of the first", "3 players and 40 seeds", 9.8, "", "3 players", lists " wins of the first starting player")
  add("any scoring tile on wins of the first", "4 players and 60 seeds", 9.0, "", "4 players", lists " wins of the first starting player")
  add("any scoring tile on wins of the first", "5 players and 40 seeds", 7.8, 1.2, "5 players", lists " wins of the first starting player")
  add("any scoring tile on wins of the first", "`pairs` design with 40 seeds", 13.0, 1.7, "pairs design", lists " wins of the first starting player")
  add("any tile on a slot", "120 seeds", 15.7, 2.1, "160 seeds", "effects.csv: any q of slots on leverage")
  add("any pair of tiles", "170 seeds", 12.1, 1.9, "300 seeds", "effects.csv: any q of pairs on leverage")
  add("a place of one agent that wins 3 %", "4 players", 12.6, 0.8, "rare wins of 4 players", "seat_advantage.csv: win_difference_p, one agent")
  add("win share by place of one agent", "4 players", 1.4, 0.3, "rare wins of 4 players", "seat_advantage.csv: interval of win_share, one agent")
  add("sequential test for twice a rare share", "4 players", 12.0, 1.3, "rare wins of 4 players", "sequential test takes twice the true share for it")
  add("VP of Druids in `modules.csv`", "200 seeds", 6.9, 0.2, "4 players with Druids", "modules.csv: interval of vp")
  add("difference of two ratings", "2 players", 15.5, "", "2 players", "rating_differences.csv: interval of difference")
  add("difference of two ratings", "4 players", 8.0, "", "4 players", "rating_differences.csv: interval of difference")
  add("confidence sequence at any time", "2 players", 0, "", "2 players", "sequential.csv: any interval of the confidence sequence")
  add("a candidate of `sim tune` called worse", "8 equal candidates", 12.8, 1.2, "8 equal candidates", "candidates.csv: any of equal candidates worse")
  add("a candidate of `sim tune` called worse", "20 equal candidates", 17.0, 2.2, "20 equal candidates", "candidates.csv: any of equal candidates worse")
  add("range met (`yes`) that a share is not within", "20 seeds", 14.3, 2.0, "share of 0.925 by lots", "verdict.csv: 0.925 is within 0.94 to 1")
  add("equal agents called not even (`no`)", "agents", 6.4, 0.8, "4 equal agents", "verdict.csv: any agent's VP not even")
  add("equal agents called not even (`no`)", "agents that go together", 14.7, "", "4 equal agents by lots", "verdict.csv: any agent's VP not even")
}

function add(question, setting, earlier, error, experiment, method) {
  rows[++count] = question "," setting "," sprintf("%.1f", earlier) "," error
  key[count] = experiment "|" method
}

NR > 1 {
  experiment = $1
  sub(/,$/, "", experiment)
  split($3, cells, ",")
  played[experiment "|" $2] = cells[3]
  found[experiment "|" $2] = cells[4]
}

END {
  for (row = 1; row <= count; row++) {
    split(key[row], of, "|")
    n = played[key[row]]
    rate = found[key[row]] / n
    printf "%s,%s,\"%s\",%.1f,%.1f,%d\n", rows[row], of[1], of[2], 100 * rate, 100 * sqrt(rate * (1 - rate) / n), n
  }
}

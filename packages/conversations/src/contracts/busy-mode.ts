/**
 * What becomes of a message that arrives while a turn runs: `queue` keeps it for the next turn, `steer` hands it to the model
 * with the next tool results, `interrupt` ends the turn, keeps what was shown, and begins a new one with it.
 */
export type BusyMode = 'queue' | 'steer' | 'interrupt'

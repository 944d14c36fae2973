/**
 * How to handle a message during a turn: `queue` keeps it for the next turn, `steer` passes it to the model with the next tool results,
 * `interrupt` ends the turn, keeps the displayed text, and starts a new turn with the message.
 */
export type BusyMode = 'queue' | 'steer' | 'interrupt'

/** Received events, one lane per chat. */
export const inboxQueue = 'chat-inbox'
/** Returns the lane for events that do not wait for the others in a lane of the inbox or of the turns. */
export const urgentLane = (lane: string): string => `${lane}:urgent`
/** Answers that are owed. An item stays until its turn has ended and the messages are in the outbox. One lane per conversation. */
export const repliesQueue = 'chat-replies'
/** Messages for the process that runs the turn of their conversation. One lane per conversation. */
export const turnsQueue = 'chat-turns'
/** Messages to send, one lane per chat. */
export const outboxQueue = 'chat-outbox'
/** Commands that are owed an answer. Each has a lane of the process that received it. */
export const commandsQueue = 'chat-commands'
/** Answers to be spoken, one lane per chat. */
export const speechQueue = 'chat-speech'

/** Received events, one lane per chat. */
export const inboxQueue = 'chat-inbox'
/** Answers that are owed: an item stands until its turn has ended and the messages are in the outbox. One lane per conversation. */
export const repliesQueue = 'chat-replies'
/** Messages to send, one lane per chat. */
export const outboxQueue = 'chat-outbox'

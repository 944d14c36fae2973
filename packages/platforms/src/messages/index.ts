export { type ChatMessage, messageQueue, putMessage, readMessage } from './message-queue.js'
export { type ChatTarget, formatPlace, type HomeChats, parseTarget } from './parse-target.js'
export { mayReach, type ReachSettings } from './reach.js'
export { type SendMessageOptions, sendMessageTool } from './send-message-tool.js'

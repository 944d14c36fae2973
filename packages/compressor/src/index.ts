export { estimateMessageTokens, estimateRequestTokens, estimateTextTokens } from './estimate-tokens.js'
export { createSlidingWindow, type SlidingWindowOptions } from './sliding-window/sliding-window.js'

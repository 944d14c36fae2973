export { estimateFor } from './estimate-for.js'
export { estimateText } from './estimate-text.js'
export { familyOf, type TokenizerFamily } from './families.js'
export { createTokenCounter, type TokenCounter, type TokenCounterOptions } from './token-counter.js'

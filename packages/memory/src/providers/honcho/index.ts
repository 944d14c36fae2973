export { honchoMemory } from './honcho-memory.js'

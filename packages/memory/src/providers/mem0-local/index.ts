export { mem0LocalMemory } from './mem0-local-memory.js'

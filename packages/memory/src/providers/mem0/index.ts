export { mem0Memory } from './mem0-memory.js'

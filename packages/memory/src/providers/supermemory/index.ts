export { supermemoryMemory } from './supermemory-memory.js'

export { hindsightMemory } from './hindsight-memory.js'

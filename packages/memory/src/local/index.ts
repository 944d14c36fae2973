export { createLocalMemory, type LocalMemoryOptions } from './create-local-memory.js'

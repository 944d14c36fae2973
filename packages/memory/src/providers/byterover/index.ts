export { byteroverMemory } from './byterover-memory.js'

export { retaindbMemory } from './retaindb-memory.js'

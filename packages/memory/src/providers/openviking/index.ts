export { openvikingMemory } from './openviking-memory.js'

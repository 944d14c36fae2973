export { measureText } from './shared/measure-text.js'
export { splitText } from './shared/split-text.js'

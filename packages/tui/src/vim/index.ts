export type { Place } from './characters.js'
export { charactersOf, previousOf } from './characters.js'
export { pressVimKey, settled, type VimStep } from './press-vim-key.js'
export { startVim, type VimState, withText } from './vim-state.js'

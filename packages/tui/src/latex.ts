// The package has no entry of its own for it: its main one loads all of the terminal.
export { renderLatex } from '@earendil-works/pi-tui/dist/latex.js'

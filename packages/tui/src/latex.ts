// The package has no separate entry point for it, and its main entry loads everything for the terminal.
export { renderLatex } from '@earendil-works/pi-tui/dist/latex.js'

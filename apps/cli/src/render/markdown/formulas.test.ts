import { renderLatex } from '@hermes/tui/latex'
import { expect, test } from 'vitest'
import { createStyle } from '../text/style.js'
import { createMarkdownStream } from './markdown-stream.js'

function render(text: string, size = text.length): string {
  const formulas = () => (latex: string, display?: boolean) => renderLatex(latex, { display: display === true })
  const stream = createMarkdownStream({ style: createStyle(false), columns: () => 80, formulas })
  let output = ''
  for (let at = 0; at < text.length; at += size) output += stream.push(text.slice(at, at + size))
  return output + stream.end()
}

test.each([
  ['The energy is $E = mc^2$.', 'The energy is E = mc².'],
  ['$$\\frac{a}{b} + \\sqrt{x} \\le \\alpha$$', 'a/b + √x ≤ α'],
  ['With \\(x_1 \\in \\mathbb{R}\\) and \\[\\sum_{i} i\\].', 'With x₁ ∈ ℝ and ∑ᵢ i.'],
  ['It is $p = \\$5 + x^2$.', 'It is p = $5 + x².'],
  ['- **an $\\alpha$ in bold**', '• an α in bold'],
  ['| a |\n| --- |\n| $x^2$ |', 'a\n──\nx²'],
  ['$$\nx \\ne y\n$$\nNext.', 'x ≠ y\nNext.'],
  ['  \\[\n  x^2\n  \\]', '  x²'],
])('renders formulas as text, whole or in pieces: %j', (text, expected) => {
  for (let size = 1; size <= text.length; size += 1) expect(render(text, size)).toBe(`${expected}\n`)
})

test.each([
  'It costs $5 and $10, or US$ 3.',
  'It costs 5$ (or 7$) and (10$), so 17$.',
  'Between $5-$10 and $20/month.',
  'Set $HOME or $PATH/$USER, and `$x^2$`.',
  'echo $A_B and $1',
  'An unknown $\\nosuchcommand{x}$ stays.',
  'Open $x = 1',
  '$$\nx = 1',
  '$$\n\\nosuchcommand{x}\n$$',
  '```sh\necho $x^2$\n```',
])('leaves everything else as written: %j', (text) => {
  const plain = text.replace('`$x^2$`', '$x^2$')
  for (let size = 1; size <= text.length; size += 1) expect(render(text, size)).toBe(`${plain}\n`)
})

test('writes the text after a price without waiting for another dollar', () => {
  const stream = createMarkdownStream({ style: createStyle(false), columns: () => 80 })
  expect(stream.push('It costs $5 and more. ')).toContain('$5 and more')
  expect(stream.push('My $HOME is where my files are, and others too. ')).toContain('my files')
})

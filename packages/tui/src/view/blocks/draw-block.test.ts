import { expect, test } from 'vitest'
import { plainLook } from '../../../testing/plain-look.js'
import type { Block } from '../../model/view-state.js'
import { drawBlock } from './draw-block.js'

const attack = '\u001b]52;c;UFdORUQ=\u0007\u001b]0;X\u0007\u001b[2Jterminal'

test.each<Block>([
  { type: 'tool', id: '1', name: attack, summary: '', status: 'failed', output: '' },
  { type: 'tool', id: '1', name: 'x', summary: attack, status: 'running', output: attack },
  { type: 'reasoning', id: '1', text: attack, isDraft: false },
])('no text of a block reaches the terminal as a command: %j', (block) => {
  const rows = drawBlock(block, { width: 80, look: plainLook, isExpanded: true })
  expect(rows.join('')).not.toMatch(/\p{Cc}/u)
})

test('draws a name as the program around the terminal draws names', () => {
  const look = { ...plainLook, name: (text: string) => `<${text}>` }
  const block: Block = { type: 'tool', id: '1', name: 'x', summary: '', status: 'done', output: '' }
  expect(drawBlock(block, { width: 80, look, isExpanded: false })[0]).toContain('<x>')
})

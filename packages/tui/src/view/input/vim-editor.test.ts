import { ProcessTerminal, TuiMainScreen } from '@earendil-works/pi-tui'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainLook as look } from '../../../testing/plain-look.js'
import { charactersOf, pressVimKey, startVim, type VimState } from '../../vim/index.js'
import { VimEditor } from './vim-editor.js'

function open(text: string) {
  const editor = new VimEditor(new TuiMainScreen(new ProcessTerminal(), true), look, { isOn: true })
  editor.setText(text)
  editor.handleInput('\u001b')
  return editor
}

const cursorOf = (editor: VimEditor) => {
  const { line, col } = editor.getCursor()
  return [...editor.getLines().slice(0, line), editor.getLines()[line]?.slice(0, col)].join('\n').length
}

test('places the cursor where the keys move it, in any text', () => {
  const part = fc.constantFrom('a', 'a', ' ', '\n', '\n', '界', 'e\u0301', '👩‍👩‍👧', '(')
  const key = fc.constantFrom(...'hlwbe0^$GxXDdwpPuO~', 'gg', 'fa', 'Fa', 'dd', 'yy', 'oa\u001b', 'a界\u001b')
  fc.assert(
    fc.property(fc.array(part), fc.array(key, { maxLength: 12 }), (parts, sequence) => {
      const editor = open(parts.join(''))
      let state: VimState = pressVimKey(startVim(parts.join('')), 'escape').state
      for (const each of charactersOf(sequence.join(''))) {
        editor.handleInput(each)
        if (state.mode === 'insert' && each !== '\u001b') {
          const { text, cursor } = state
          state = { ...state, text: text.slice(0, cursor) + each + text.slice(cursor), cursor: cursor + each.length }
        } else state = pressVimKey(state, each === '\u001b' ? 'escape' : each).state
        expect([editor.getText(), cursorOf(editor)]).toEqual([state.text, state.cursor])
      }
    }),
  )
})

test('moves and edits in the middle of a long line without delay', () => {
  const editor = open('word '.repeat(10_000))
  for (const key of '500bdw0$500bx') editor.handleInput(key)
  expect(editor.getText()).toHaveLength(50_000 - 6)
})

test.each(['\n', '\r', '\r\n'])('counts the lines of a paste that ends with %j', (newline) => {
  const editor = new VimEditor(new TuiMainScreen(new ProcessTerminal(), true), look, { isOn: false })
  const lines = Array.from({ length: 11 }, (_, index) => `line ${index + 1}`)
  editor.handleInput(`\u001b[200~${lines.map((line) => line + newline).join('')}\u001b[201~`)
  expect(editor.getText()).toBe('[paste #1 +11 lines]\n')
  editor.handleInput('why?')
  expect(editor.getExpandedText()).toBe(`${lines.join('\n')}\nwhy?`)
})

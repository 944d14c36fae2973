import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { charactersOf } from './characters.js'
import { pressVimKey } from './press-vim-key.js'
import { startVim, type VimState, withText } from './vim-state.js'

/** Presses keys as in a prompt. `<esc>`, `<cr>` and `<c-r>` are named keys; typed text is inserted in insert mode. */
function press(start: VimState, keys: string): { readonly state: VimState; readonly passed: readonly string[] } {
  const names: Readonly<Record<string, string>> = {
    '<esc>': 'escape',
    '<cr>': 'enter',
    '<c-r>': 'ctrl+r',
    '<bs>': 'backspace',
  }
  const passed: string[] = []
  let state = start
  for (const key of keys.match(/<(?:esc|cr|c-r|bs)>|[\s\S]/gu) ?? []) {
    const step = pressVimKey(state, names[key] ?? key)
    state = step.state
    if (step.pass === undefined) continue
    if (state.mode === 'normal' || names[key]) passed.push(step.pass)
    else {
      const { text, cursor } = state
      state = withText(state, { text: text.slice(0, cursor) + key + text.slice(cursor), cursor: cursor + key.length })
    }
  }
  return { state, passed }
}

/** Returns normal mode in a text with `|` before the cursor. */
function normalIn(marked: string): VimState {
  const cursor = marked.indexOf('|')
  return { ...startVim(marked.replace('|', ''), cursor), mode: 'normal', undo: [] }
}

const show = ({ text, cursor }: VimState) => `${text.slice(0, cursor)}|${text.slice(cursor)}`

describe.each<[string, readonly (readonly [before: string, keys: string, after: string])[]]>([
  [
    'movements',
    [
      ['ab|c', 'h', 'a|bc'],
      ['abc|d', '2h', 'a|bcd'],
      ['|abc', 'h', '|abc'],
      ['|abc', 'l', 'a|bc'],
      ['|abc', '9l', 'ab|c'],
      ['ab|c', '<bs>', 'a|bc'],
      ['a👩‍👩‍👧|b', 'h', 'a|👩‍👩‍👧b'],
      ['|界界', 'l', '界|界'],
      ['a|b\ncd', 'j', 'ab\nc|d'],
      ['abc|d\nx\nefgh', '2j', 'abcd\nx\nefg|h'],
      ['abc\nx|y', 'k', 'a|bc\nxy'],
      ['|foo.bar baz', 'w', 'foo|.bar baz'],
      ['|foo.bar baz', '3w', 'foo.bar |baz'],
      ['|foo.bar baz', 'W', 'foo.bar |baz'],
      ['fo|o', 'w', 'fo|o'],
      ['|a\n\nb', 'w', 'a\n|\nb'],
      ['foo ba|r', 'b', 'foo |bar'],
      ['foo.bar |x', 'B', '|foo.bar x'],
      ['foo |bar', 'b', '|foo bar'],
      ['|foo bar', 'e', 'fo|o bar'],
      ['fo|o bar', 'e', 'foo ba|r'],
      ['|foo.b c', 'E', 'foo.|b c'],
      ['|日本語です now', 'w', '日本語|です now'],
      ['  ab|c', '0', '|  abc'],
      ['  ab|c', '^', '  |abc'],
      ['|abc\nd', '$', 'ab|c\nd'],
      ['a\nb\n|c', 'gg', '|a\nb\nc'],
      ['|a\nb\n  c', 'G', 'a\nb\n  |c'],
      ['|a\nb\nc', '2G', 'a\n|b\nc'],
    ],
  ],
  [
    'searches in the line',
    [
      ['|axbxc', 'fx', 'a|xbxc'],
      ['|axbxc', '2fx', 'axb|xc'],
      ['|axbxc', 'fz', '|axbxc'],
      ['|ab\nx', 'fx', '|ab\nx'],
      ['|axbxc', 'tx', '|axbxc'],
      ['|abxc', 'tx', 'a|bxc'],
      ['axbx|c', 'Fx', 'axb|xc'],
      ['axbx|c', '2Fx', 'a|xbxc'],
      ['axbc|d', 'Tx', 'ax|bcd'],
      ['|axbxcx', 'fx;', 'axb|xcx'],
      ['|axbxcx', 'fx;;,', 'axb|xcx'],
      ['|abxcxd', 'tx;', 'abx|cxd'],
      ['|axbxcx', 'dfx;', 'b|xcx'],
      ['|好吃好喝', 'f喝', '好吃好|喝'],
    ],
  ],
  [
    'deletions',
    [
      ['a|bc', 'x', 'a|c'],
      ['a|bcd', '2x', 'a|d'],
      ['ab|c', 'x', 'a|b'],
      ['|', 'x', '|'],
      ['ab|c', 'X', 'a|c'],
      ['a|👩‍👩‍👧b', 'x', 'a|b'],
      ['ab|cd\nef', 'D', 'a|b\nef'],
      ['|foo bar', 'dw', '|bar'],
      ['|foo bar baz', 'd2w', '|baz'],
      ['|foo bar baz', '2dw', '|baz'],
      ['|a b c d e f g', '2d3w', '|g'],
      ['foo |bar\nbaz', 'dw', 'foo| \nbaz'],
      ['|foo bar', 'de', '| bar'],
      ['foo b|ar', 'db', 'foo |ar'],
      ['foo\n|bar', 'db', '|\nbar'],
      ['ab|cd', 'd0', '|cd'],
      ['  ab|cd', 'd^', '  |cd'],
      ['|axbxc', 'dtx', '|xbxc'],
      ['|axbxc', 'd2fx', '|c'],
      ['axbx|c', 'dFx', 'axb|c'],
      ['a\nb|b\n  c', 'dd', 'a\n  |c'],
      ['a\n|b', 'dd', '|a'],
      ['|a', 'dd', '|'],
      ['|a\nb\nc', '2dd', '|c'],
      ['|a\nb\nc', 'dj', '|c'],
      ['a\nb\n|c', 'dk', '|a'],
      ['a\n|b\nc', 'dG', '|a'],
      ['a\n|b\nc', 'dgg', '|c'],
      ['|a', 'dj', '|a'],
    ],
  ],
  [
    'text objects',
    [
      ['foo b|ar baz', 'diw', 'foo | baz'],
      ['foo b|ar baz', 'daw', 'foo |baz'],
      ['foo ba|r', 'daw', 'fo|o'],
      ['foo|  bar', 'diw', 'foo|bar'],
      ['foo| bar x', 'daw', 'foo| x'],
      ['a.b|.c d', 'diW', '| d'],
      ['say "he|llo" now', 'di"', 'say "|" now'],
      ['say "he|llo" now', 'da"', 'say |now'],
      ['s|ay "hello" now', 'di"', 'say "|" now'],
      ['"a" |x "b"', 'di"', '"a" x "|"'],
      [String.raw`"a\"|b" c`, 'di"', '"|" c'],
      ["it '|x'", "di'", "it '|'"],
      ['f(a, g(|b), c)', 'di(', 'f(a, g(|), c)'],
      ['f(a|, g(b), c)', 'dib', 'f(|)'],
      ['f|(a, b)', 'da(', '|f'],
      ['f(a, b|)', 'di)', 'f(|)'],
      ['{\n  a|\n}', 'di{', '{|}'],
      ['[a|b]', 'di]', '[|]'],
      ['no |brackets', 'di(', 'no |brackets'],
    ],
  ],
  [
    'changes',
    [
      ['|foo bar', 'cwnew<esc>', 'ne|w bar'],
      ['|foo bar baz', 'c2wnew<esc>', 'ne|w baz'],
      ['foo| bar', 'cw-<esc>', 'foo|-bar'],
      ['fo|o bar', 'cwx<esc>', 'fo|x bar'],
      ['ab|cd', 'Cx<esc>', 'ab|x'],
      ['a\nb|b\nc', 'ccx<esc>', 'a\n|x\nc'],
      ['a\nb|b\nc', 'Sx<esc>', 'a\n|x\nc'],
      ['a|bc', 'sxy<esc>', 'ax|yc'],
      ['|', 'sx<esc>', '|x'],
      ['say "he|llo"', 'ci"bye<esc>', 'say "by|e"'],
      ['say |""', 'ci"x<esc>', 'say "|x"'],
      ['f(|a)', 'ci(<esc>', 'f|()'],
      ['a|bc', 'rx', 'a|xc'],
      ['|abc', '2rx', 'x|xc'],
      ['|ab', '3rx', '|ab'],
      ['|aBc', '3~', 'Ab|C'],
    ],
  ],
  [
    'insertions',
    [
      ['a|b', 'ix<esc>', 'a|xb'],
      ['a|b', 'ax<esc>', 'ab|x'],
      ['|', 'ax<esc>', '|x'],
      ['  a|b', 'Ix<esc>', '  |xab'],
      ['|ab', 'Ax<esc>', 'ab|x'],
      ['|a\nb', 'ox<esc>', 'a\n|x\nb'],
      ['a\n|b', 'Ox<esc>', 'a\n|x\nb'],
      ['|ab', 'i<esc>', '|ab'],
    ],
  ],
  [
    'copies',
    [
      ['|foo bar', 'ywP', 'foo| foo bar'],
      ['|ab', 'ylp', 'a|ab'],
      ['|ab', 'yl3p', 'aaa|ab'],
      ['|ab', 'xp', 'b|a'],
      ['|ab', 'xP', '|ab'],
      ['a|b\nc', 'yyp', 'ab\n|ab\nc'],
      ['a|b', 'yyP', '|ab\nab'],
      ['|a\nb', 'ddp', 'b\n|a'],
      ['|a\nb', 'Y2p', 'a\n|a\na\nb'],
      ['|a\nb', 'yjGp', 'a\nb\n|a\nb'],
      ['|a b', 'y$$p', 'a ba |b'],
      ['|ab', 'p', '|ab'],
      ['"|ab" c', 'yi"$p', '"ab" ca|b'],
    ],
  ],
  [
    'undo and redo',
    [
      ['|abc', 'xu', '|abc'],
      ['|abc', 'xxu', '|bc'],
      ['|abc', 'xx2u', '|abc'],
      ['|abc', 'xxuu<c-r>', '|bc'],
      ['|abc', 'xxuu2<c-r>', '|c'],
      ['|abc', 'xxux<c-r>', '|c'],
      ['a|bc', 'ixyz<esc>u', 'a|bc'],
      ['|foo bar', 'cwnew<esc>u', '|foo bar'],
      ['|foo bar', 'cwnew<esc>u<c-r>', 'ne|w bar'],
      ['|abc', 'xi<esc>u', '|abc'],
      ['|ab', 'u', '|ab'],
    ],
  ],
  [
    'broken commands',
    [
      ['a|bc', 'dq', 'a|bc'],
      ['a|bc', 'd<esc>x', 'a|c'],
      ['a|bc', '2<esc>x', 'a|c'],
      ['a|bc', 'diqx', 'a|c'],
      ['a|bc', 'd<cr>x', 'a|c'],
      ['a|bc', 'gq', 'a|bc'],
      ['|ab', '99999999999yl', '|ab'],
    ],
  ],
])('%s', (_, rows) => {
  test.each(rows)('%j, %s: %j', (before, keys, after) => {
    const { state } = press(normalIn(before), keys)
    expect(show(state)).toBe(after)
    expect(state.mode).toBe('normal')
    expect(state.pending).toEqual([])
  })
})

test('starts in insert mode, handles only Escape there, and undoes what was typed', () => {
  const { state } = press(startVim(), 'hello dd')
  expect([show(state), state.mode]).toEqual(['hello dd|', 'insert'])
  const left = press(state, '<esc>').state
  expect([show(left), left.mode]).toEqual(['hello d|d', 'normal'])
  expect(show(press(left, 'u').state)).toBe('|')
  expect(show(press(left, 'u<c-r>').state)).toBe('hello d|d')
})

test('passes on Enter, Escape without a command, and motions before the first or after the last line', () => {
  expect(press(normalIn('a|b\nc'), '<cr>').passed).toEqual(['enter'])
  expect(press(normalIn('a|b'), '<esc>').passed).toEqual(['escape'])
  expect(press(normalIn('a|b'), 'd<esc>').passed).toEqual([])
  expect(press(normalIn('a|b\nc'), 'kjj').passed).toEqual(['up', 'down'])
  expect(press(normalIn('a|b'), 'dk').passed).toEqual([])
})

test('shows the keys of an incomplete command', () => {
  expect(press(normalIn('|ab'), '2d3').state.pending).toEqual(['2', 'd', '3'])
})

test('undoes external changes in normal mode', () => {
  const recalled = withText(normalIn('|draft'), { text: 'recalled', cursor: 8 })
  expect(show(press(recalled, 'u').state)).toBe('|draft')
})

test('keeps the cursor on a whole character, and restores every text by undo', () => {
  const key = fc.constantFrom(...'hjklwbeWBE0^$fFtT;,xXDCcdyspPuiaoOrG~"(2', '<esc>', '<c-r>', '<bs>')
  const text = fc
    .array(fc.constantFrom('a', 'B', ' ', '\n', '界', 'é', '👩‍👩‍👧', '(', ')', '"', '.'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, fc.array(key, { maxLength: 30 }), (start, keys) => {
      const { state } = press(press(startVim(start), '<esc>').state, `${keys.join('')}<esc><esc>`)
      expect(charactersOf(state.text.slice(0, state.cursor)).join('')).toBe(state.text.slice(0, state.cursor))
      expect(state.cursor).toBeLessThanOrEqual(state.text.length)
      expect(press(state, '99u').state.text).toBe(start)
    }),
  )
})

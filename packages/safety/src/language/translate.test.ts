import { expect, test } from 'vitest'
import { createTranslate, english } from './index.js'

const t = createTranslate('zh', {
  'Moved {0} to {1}.': '已移至 {1}：{0}。',
  '{0} matches': '{0} 处匹配',
  'List the skills': '列出技能',
  'The file {0} cannot be read: {1}.': '无法读取文件 {0}：{1}。',
  'it is a folder': '它是文件夹',
  '{0} of {1}': '{0} / {1}',
  '{0} removed.': '已移除 {0}。',
  'Set {0} in {1}.': '已在 {1} 中设置 {0}。',
})

test('returns English texts as written, with the plural of a count', () => {
  expect(english`Moved ${'a'} to ${2}.`).toBe('Moved a to 2.')
  expect(english`one\ntwo`).toBe('one\ntwo')
  expect([english.count(1, 'match'), english.count(2, 'match'), english.count(0, 'line')]).toEqual([
    '1 match',
    '2 matches',
    '0 lines',
  ])
  expect(english.of('List the skills')).toBe('List the skills')
})

test('translates a pattern of the catalog, in the word order of the other language', () => {
  expect(t`Moved ${'a'} to ${'b'}.`).toBe('已移至 b：a。')
  expect([t.count(1, 'match'), t.count(3, 'match')]).toEqual(['1 处匹配', '3 处匹配'])
  expect(t.of('List the skills')).toBe('列出技能')
})

test('falls back to English for texts missing from the catalog', () => {
  expect(t`Copied ${'a'}.`).toBe('Copied a.')
  expect([t.count(1, 'box'), t.count(2, 'box')]).toEqual(['1 box', '2 boxes'])
  for (const text of ['Anything else.', 'constructor', '']) expect(t.of(text)).toBe(text)
  expect(t`constructor`).toBe('constructor')
})

test('keeps values unchanged, even if they look like placeholders or expressions', () => {
  expect(t`Moved ${'{1}'} to ${'$&'}.`).toBe('已移至 $&：{1}。')
  expect(t.of('Moved {1} to $&.')).toBe('已移至 $&：{1}。')
})

test('recognizes the pattern of a finished text and of the sentences inside it', () => {
  expect(t.of('Set a in b.')).toBe('已在 b 中设置 a。')
  expect(t.of('The file a.(b) cannot be read: it is a folder.')).toBe('无法读取文件 a.(b)：它是文件夹。')
  expect(t.of('The file a\nb cannot be read: x.')).toBe('无法读取文件 a\nb：x。')
})

test('translates the lines and sentences of a text, and the text before parentheses', () => {
  expect(t.of('Moved a to b.\nList the skills')).toBe('已移至 b：a。\n列出技能')
  expect(t.of('Moved a to b. Moved c to d. Unknown one.')).toBe('已移至 b：a。已移至 d：c。 Unknown one.')
  expect(t.of('List the skills (/s)')).toBe('列出技能 (/s)')
})

test('finds the parts of a pattern in order, and none twice', () => {
  expect(t.of('Moved a to b to c.')).toBe('已移至 b to c：a。')
  expect(t.of('Moved  to .')).toBe('已移至 ：。')
  for (const text of ['Moved a to.', 'Moved to b.', 'Moved to .']) expect(t.of(text)).toBe(text)
})

test('matches no pattern with hardly any letters, and none in a long text', () => {
  for (const text of ['one of many', 'It found 3 matches', 'The link was removed.']) expect(t.of(text)).toBe(text)
  const long = `The file ${'x'.repeat(5_000)} cannot be read: y.`
  expect(t.of(long)).toBe(long)
})

import { expect, test } from 'vitest'
import { highlight } from './highlight.js'

const marked = (text: string, query: string) => highlight(text, query, (found) => `[${found}]`)

test.each([
  ['fix the build', 'build', 'fix the [build]'],
  ['Build the BUILD, rebuild', 'build', '[Build] the [BUILD], rebuild'],
  ['deployed and deploys', 'deploy*', '[deployed] and [deploys]'],
  ['Crème brûlée', 'creme brulee', '[Crème] [brûlée]'],
  ['creme', 'Crème', '[creme]'],
  ['the quick brown fox', '"quick brown" OR fox', 'the [quick brown] [fox]'],
  ['see release-notes.md', 'release-notes.md', 'see [release-notes.md]'],
  ['a cat, no dog', 'cat NOT dog', 'a [cat], no dog'],
  ['明日の天気は晴れ', '天気', '明日の[天気]は晴れ'],
  ['ship it 🚀 now', '🚀', 'ship it [🚀] now'],
  ['a.b (c) [d]', 'b (c)', 'a.[b] ([c]) [d]'],
  ['nothing here', 'AND OR NOT * "', 'nothing here'],
  ['İstanbul x', 'x', 'İstanbul [x]'],
])('marks in "%s" the words of %s', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected)
})

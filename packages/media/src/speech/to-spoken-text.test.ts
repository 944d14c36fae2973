import { expect, test } from 'vitest'
import { toSpokenText } from './to-spoken-text.js'

test.each([
  ['plain text', 'It is noon.', 'It is noon.'],
  ['marks', '**Yes**, *this* `npm test` ~~is~~ runs.', 'Yes, this npm test is runs.'],
  ['a heading', '## The plan\n\nWe start.', 'The plan.\nWe start.'],
  ['a block of code', 'Run this:\n\n```sh\nrm -rf build\n```\n\nThen wait.', 'Run this:\nThen wait.'],
  ['nothing but code', '```\n1\n```', ''],
  ['a link', 'See [the **manual**](https://example.org/a?b=c).', 'See the manual.'],
  ['an address', 'See https://www.example.org/long/path?q=1 for more.', 'See example.org for more.'],
  ['a picture', '![A cat](cat.png)', 'A cat'],
  ['a list', '- one\n- two\n  - inner\n\n3. three\n4. four', 'one.\ntwo.\ninner.\n3. three.\n4. four.'],
  ['a list of tasks', '- [x] done\n- [ ] open', 'done.\nopen.'],
  ['a table', '| Name | Age |\n| - | - |\n| Ada | 36 |\n| Bob | |', 'Name: Ada, Age: 36.\nName: Bob.'],
  ['a quote and a line', '> He said no.\n\n---\n\nTrue.', 'He said no.\nTrue.'],
  ['tags', '<div class="a">\nInside\n</div>\n\nA <b>bold</b> word.<!-- hidden -->', 'Inside\nA bold word.'],
  ['pictographs', 'Done 🎉👩‍👧 ✅!', 'Done !'],
])('says %s', (_, markdown, said) => {
  expect(toSpokenText(markdown)).toBe(said)
})

test('returns text unchanged that the parser cannot handle', () => {
  expect(toSpokenText(`${'>'.repeat(20_000)} deep`)).toContain('deep')
})

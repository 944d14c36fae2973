import { expect, test } from 'vitest'
import { notesIn } from './notes-in.js'

test('finds items and paragraphs, with the heading above them', async () => {
  const markdown = `---
name: x
---
# CLAUDE.md

Speak plainly,
and briefly.

## Style
- Two spaces,
  never tabs.
* **No** semicolons
1) See [the guide](docs/guide.md)

@~/other.md
<!-- - hidden -->
### Tests

\`\`\`sh
- not a note
\`\`\`
Run them first.
- Run them first.
`
  expect(await notesIn(markdown)).toEqual([
    'Speak plainly, and briefly.',
    'Style: Two spaces, never tabs.',
    'Style: No semicolons',
    'Style: See the guide',
    'Tests: Run them first.',
  ])
})

test('joins nested items to the one above, and reads any line end', async () => {
  expect(await notesIn('- Deploys:\r\n  - first staging\r\n  - then live\r\n')).toEqual([
    'Deploys: first staging then live',
  ])
})

test.each(['', '\n\n', '# Title only', '---\na: b\n---', '```\nunclosed'])('finds no notes in %j', async (markdown) => {
  expect((await notesIn(markdown)).filter((note) => !note.includes('unclosed'))).toEqual([])
})

test('takes linear time for a file of fences and comments', async () => {
  const notes = await notesIn('```\n'.repeat(20_001) + '<!--'.repeat(20_000) + '[a'.repeat(20_000))
  expect(notes.length).toBeLessThan(3)
})

test('finds no notes when quotes are nested too deeply to be read', async () => {
  expect(await notesIn('>'.repeat(100_000))).toEqual([])
})

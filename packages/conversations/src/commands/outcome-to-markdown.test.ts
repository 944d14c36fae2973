import { expect, test } from 'vitest'
import type { CommandOutcome } from '../contracts/command-outcome.js'
import { outcomeToMarkdown } from './outcome-to-markdown.js'

test.each<[CommandOutcome, string]>([
  [{ type: 'text', text: '**bold**' }, '**bold**'],
  [{ type: 'done' }, 'Done.'],
  [{ type: 'leave' }, ''],
  [{ type: 'message', content: [{ type: 'text', text: 'do it' }] }, 'do it'],
  [{ type: 'confirm', text: 'Sure?', confirm: '/clear now' }, 'Sure?\n\nConfirm with `/clear now`.'],
  [{ type: 'diff', diff: '-a\n+```\n' }, '````diff\n-a\n+```\n````'],
  [
    {
      type: 'table',
      title: 'Sessions',
      columns: [
        { key: 'name', label: 'Name' },
        { key: 'at', label: 'When', format: 'time' },
        { key: 'share', label: 'Share', format: 'share', align: 'right' },
      ],
      rows: [{ name: 'a|b\n*c*', at: 0, share: 0.125 }, { name: undefined }],
      note: 'That is all.',
    },
    [
      '**Sessions**',
      '',
      '| Name | When | Share |',
      '| --- | --- | ---: |',
      '| a\\|b \\*c\\* | 1970-01-01 00:00 | 12.5 % |',
      '|  |  |  |',
      '',
      'That is all.',
    ].join('\n'),
  ],
  [
    {
      type: 'choice',
      prompt: 'Which?',
      options: [
        { label: 'one', command: '/model one', isCurrent: true },
        { label: 'two', detail: 'cheap', command: '/model two' },
      ],
    },
    'Which?\n\n- **one** (current): `/model one`\n- two, cheap: `/model two`',
  ],
  [
    { type: 'form', prompt: 'Settings', command: '/set', fields: [{ name: 'a', label: 'First', options: ['x', 'y'] }] },
    'Settings\n\n- `a`: First (x, y)\n\nSend `/set a=...`.',
  ],
])('%o', (outcome, markdown) => {
  expect(outcomeToMarkdown(outcome)).toBe(markdown)
})

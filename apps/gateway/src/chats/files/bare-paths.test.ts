import { expect, test } from 'vitest'
import { barePaths, isAlone } from './bare-paths.js'

test.each([
  ['I wrote it to /tmp/report.pdf.', '/tmp/report.pdf'],
  ['Both: /tmp/a.tar.gz, /tmp/b.JPG', '/tmp/a.tar.gz', '/tmp/b.JPG'],
  ['See [the plot](/tmp/plot.png) and **/tmp/b.csv**', '/tmp/plot.png', '/tmp/b.csv'],
  ['图在/tmp/图/a.png。谢谢', '/tmp/图/a.png'],
  ['在 /tmp/a.png、/tmp/b.png', '/tmp/a.png', '/tmp/b.png'],
  ['- /tmp/my plot.png', '/tmp/my plot.png'],
  ['In ~/plots/a.png, and (~/b.png)', '~/plots/a.png', '~/b.png'],
  ['~/my plot.png', '~/my plot.png'],
  ['On Windows C:\\plots\\a.png', 'C:\\plots\\a.png'],
  ['`code` /tmp/a.png `code`', '/tmp/a.png'],
  ['https://example.com/a.png //cdn.test/a.png ./a.png a~/a.png ~ada/a.png src/a.png file:///tmp/a.png'],
  ['In code: `/tmp/a.png` and ``/tmp/b.png``'],
  ['/usr/bin/node /tmp/a.ts /tmp/key.pem /tmp/a.pngx /tmp/.png/'],
])('finds the paths of a line: %s', (line, ...paths) => {
  expect(new Set(barePaths([line])[0])).toEqual(new Set(paths))
})

test.each([
  ['```', '```'],
  ['~~~sh', '~~~~'],
  ['> ```', '> ```'],
])('finds no path in a fence: %s', (begin, end) => {
  const lines = [begin, '/tmp/a.png', '``', '~~', '```x', end, '/tmp/b.png', begin, '/tmp/c.png']
  const found = barePaths(lines).flat()
  expect(new Set(found)).toEqual(new Set(['/tmp/b.png']))
})

test.each([
  ['/tmp/a.png', true],
  ['  2. **/tmp/a.png**', true],
  ['![A plot](/tmp/a.png)', true],
  ['/tmp/a.png shows it', false],
  ['Here: /tmp/a.png', false],
])('tells whether a path is a whole line: %s', (line, expected) => {
  expect(isAlone('/tmp/a.png', line)).toBe(expected)
})

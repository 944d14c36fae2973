import { expect, test } from 'vitest'
import { commands } from '../command-table.js'
import { manPage } from './man-page.js'

test('contains each command and option, and no text that roff reads as a request', () => {
  const page = manPage({ name: 'hermes', commands }, '1.2.3')
  const plain = page.replaceAll('\\-', '-').replaceAll(/\\f[BIR]/g, '')
  for (const { path, isHidden } of commands) {
    if (isHidden) expect(plain).not.toContain(path)
    else expect(plain).toContain(path)
  }
  expect(plain).toContain('-r, --resume SESSION')
  const requests = page.split('\n').filter((line) => /^[.']/.test(line))
  expect(requests.filter((line) => !/^\.(TH|SH|SS|TP|B|br|nf|fi)\b/.test(line))).toEqual([])
})

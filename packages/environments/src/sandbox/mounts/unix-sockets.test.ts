import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listeningSockets } from './unix-sockets.js'

function list(...lines: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-sockets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'unix')
  writeFileSync(file, ['Num       RefCount Protocol Flags    Type St Inode Path', ...lines, ''].join('\n'))
  return file
}

test('lists only listening sockets', () => {
  const file = list(
    '00000000fe794669: 00000002 00000000 00010000 0001 01  1505 /tmp/tmux-0/default',
    '00000000fe794670: 00000002 00000000 00000000 0002 01 21505 /run/systemd/a folder/log',
    '00000000d10ef2b9: 00000003 00000000 00000000 0001 03  1506 /tmp/talks',
    '00000000d10ef2ba: 00000003 00000000 00000000 0001 03  1507',
  )
  expect(listeningSockets(file)).toEqual({
    paths: ['/tmp/tmux-0/default', '/run/systemd/a folder/log'],
    hasAbstract: false,
  })
})

test('detects abstract names', () => {
  const file = list('00000000fe794669: 00000002 00000000 00010000 0001 01  1505 @/tmp/.X11-unix/X0')
  expect(listeningSockets(file)).toEqual({ paths: [], hasAbstract: true })
})

test('assumes abstract names when the system has no list', () => {
  expect(listeningSockets('/nowhere')).toEqual({ paths: [], hasAbstract: true })
})

import { expect, test } from 'vitest'
import { dropsWork } from './drops-work.js'

test.each([
  'git reset --hard',
  'git restore .',
  'git checkout -- .',
  'git clean -fd',
  'cd src && git -C .. checkout main',
  'git stash && git stash drop',
  `bash -c 'git reset --hard HEAD~1'`,
  '/usr/bin/git switch -f main',
])('may discard work: %s', (command) => expect(dropsWork(command)).toBe(true))

test.each(['git status', 'git commit -m x', 'git log -p', 'npm test', 'rm x', 'echo reset'])(
  'does not: %s',
  (command) => expect(dropsWork(command)).toBe(false),
)

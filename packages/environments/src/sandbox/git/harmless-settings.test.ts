import { expect, test } from 'vitest'
import { harmlessSettings } from './harmless-settings.js'

test('keeps what git writes into a new repository', () => {
  const settings = [
    '[core]',
    '\trepositoryformatversion = 0',
    '\tfilemode = true',
    '\tbare = false',
    '\tlogallrefupdates = true',
    '[remote "origin"]',
    '\turl = https://example.org/x.git',
    '\tfetch = +refs/heads/*:refs/remotes/origin/*',
    '[branch "main"]',
    '\tremote = origin',
    '\tmerge = refs/heads/main',
    '',
  ].join('\n')
  expect(harmlessSettings(settings.trimEnd())).toBe(settings)
})

test.each([
  '[core]\n\tfsmonitor = evil',
  '[core]\n\tFsMonitor = evil',
  '[core] fsmonitor = evil',
  '[core]\n\thooksPath = evil',
  '[core]\n\tbare = false\\\n\tfsmonitor = evil',
  '[include]\n\tpath = evil',
  '[includeIf "gitdir:/"]\n\tpath = evil',
  '[filter "x"]\n\tclean = evil',
  '[alias]\n\tstatus = !evil',
  '[credential]\n\thelper = !evil',
  '[diff]\n\texternal = evil',
  '[remote "origin"]\n\tuploadpack = evil',
  '[remote "origin"]\n\turl = ext::sh -c evil',
  '[submodule "x"]\n\tupdate = !evil',
])('removes settings that execute or include something: %j', (settings) => {
  expect(harmlessSettings(settings)).not.toContain('evil')
})

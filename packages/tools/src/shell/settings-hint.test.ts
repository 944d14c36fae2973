import { expect, test } from 'vitest'
import { settingsHint } from './settings-hint.js'

test.each([
  'error: could not write config file .git/config: Device or resource busy',
  'To /srv/repo.git\n * [new branch]  main -> main\nerror: could not write config file /w/.git/config: Device or resource busy\n',
  'error: could not lock config file .git/config: Read-only file system',
])('a repository whose settings are held has a hint: %j', (output) => {
  expect(settingsHint(output)).toContain('git push REMOTE BRANCH without -u')
})

test.each([
  '',
  'error: could not lock config file .git/config: File exists',
  'error: src refspec main does not match any',
  'the words could not write config file in a text',
])('other output has none: %j', (output) => {
  expect(settingsHint(output)).toBeUndefined()
})

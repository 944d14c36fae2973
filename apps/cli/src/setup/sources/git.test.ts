import { expect, test } from 'vitest'
import { openGit } from './git.js'

const signal = new AbortController().signal
const variables = { PATH: process.env.PATH }

test('reports the fatal error of git, without its command line', async () => {
  const git = openGit({ variables, protocols: ['file'], signal })
  await expect(git('clone', '--quiet', '--', '/nowhere/at/all', '/nowhere/copy')).rejects.toThrow(
    /^git: (?:repository '\/nowhere\/at\/all' does not exist|could not create .*)$/,
  )
})

test('uses no protocol that was not allowed', async () => {
  const git = openGit({ variables, protocols: [], signal })
  await expect(git('ls-remote', '--', 'https://127.0.0.1:9/x.git')).rejects.toThrow(
    "git: transport 'https' not allowed",
  )
})

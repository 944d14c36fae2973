import { expect, test } from 'vitest'
import { explainEngine } from './explain-engine.js'

test.each([
  ['spawn docker ENOENT', 'It is not installed'],
  [
    'permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock',
    'Join the group',
  ],
  ['Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?', 'Start it'],
  [
    'docker: Error response from daemon: pull access denied for nope, repository does not exist',
    'The image does not exist',
  ],
  ['Trying to pull localhost/nope:1... Error: initializing source: connection refused', 'The image cannot be pulled'],
  ['Error: can only create exec sessions on running containers: something else', 'See what it says'],
])('%s', (said, advice) => {
  expect(explainEngine('docker', said)).toContain(advice)
  expect(explainEngine('docker', said)).toContain(said)
})

import { expect, test } from 'vitest'
import { shortPath } from './short-path.js'

test.each([
  ['/home/ada', '~'],
  ['/home/ada/tea', '~/tea'],
  ['/home/adam', '/home/adam'],
  ['/srv/home/ada', '/srv/home/ada'],
])('%s is shown as %s', (path, shown) => {
  expect(shortPath(path, '/home/ada')).toBe(shown)
})

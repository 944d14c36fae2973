import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { droppedPaths, givenPath } from './dropped-paths.js'

test.each([
  ['/tmp/a.png', ['/tmp/a.png']],
  ["what is '/tmp/my pic.JPG' ?", ['/tmp/my pic.JPG']],
  ['"/tmp/my pic.webp"', ['/tmp/my pic.webp']],
  ['/tmp/my\\ pic\\(1\\).gif and', ['/tmp/my pic(1).gif']],
  ['file:///tmp/my%20pic.png', ['/tmp/my pic.png']],
  ['~/a.jpeg', [`${homedir()}/a.jpeg`]],
  ['/tmp/a.png\n/tmp/a.png', ['/tmp/a.png']],
  ['file://elsewhere/a.png file:///%zz.png', []],
  ['see a.png, ./b.png and http://x/c.png', []],
  ['/tmp/a.txt', []],
])('finds the image paths in %j', (text, paths) => {
  expect(droppedPaths(text)).toEqual(paths)
})

test.each([
  ['a.png', 'a.png'],
  ['my pic.png', 'my pic.png'],
  ["'my pic.png'", 'my pic.png'],
  ['my\\ pic.png', 'my pic.png'],
  ['file:///tmp/a%20b.png', '/tmp/a b.png'],
])('reads %j as a path', (text, path) => {
  expect(givenPath(text)).toBe(path)
})

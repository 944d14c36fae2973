import { expect, test } from 'vitest'
import { foldersOutside, withSearchPathOutside } from './search-path.js'

const of = (PATH: string | undefined) => ({ PATH, HOME: '/home/me' })

test('removes project folders, relative folders and empty entries', () => {
  const searchPath =
    '/work/project/node_modules/.bin:./bin:node_modules/.bin::.:/usr/bin:/work/project:/work/project2/bin:/work:/work/..x'
  expect(foldersOutside('/work/project', of(searchPath))).toEqual([
    '/usr/bin',
    '/work/project2/bin',
    '/work',
    '/work/..x',
  ])
  expect(foldersOutside('/work', of('/work/..x/bin:/bin'))).toEqual(['/bin'])
  expect(foldersOutside('/work', of(undefined))).toEqual([])
})

test.each(['/', '/home', '/home/me'])('%s is not a project, so its programs are kept', (folder) => {
  expect(foldersOutside(folder, of('/home/me/bin:bin:/usr/bin'))).toEqual(['/home/me/bin', '/usr/bin'])
})

test('keeps all other variables', () => {
  const variables = { PATH: '/p/bin:/bin', HOME: '/home/me' }
  expect(withSearchPathOutside('/p', variables)).toEqual({ PATH: '/bin', HOME: '/home/me' })
})

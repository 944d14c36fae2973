import { expect, test } from 'vitest'
import { joinPastes } from './join-pastes.js'

const paste = '\u001b[200~one\ntwo\u001b[201~'

function joined(...chunks: readonly string[]): readonly string[] {
  const forwarded: string[] = []
  const take = joinPastes((data) => forwarded.push(data))
  for (const chunk of chunks) take(chunk)
  return forwarded
}

test('forwards keys as they arrive', () => {
  expect(joined('a', '\u001b[A', '\u001b')).toEqual(['a', '\u001b[A', '\u001b'])
})

test('forwards a paste in one piece, however it is split', () => {
  for (let at = '\u001b[200~'.length; at < paste.length; at++)
    expect(joined(paste.slice(0, at), paste.slice(at))).toEqual([paste])
  expect(joined('\u001b[200~', ...paste.slice(6))).toEqual([paste])
})

test('forwards text before, between and after pastes', () => {
  expect(joined(`a${paste}b${paste}`, 'c')).toEqual(['a', paste, 'b', paste, 'c'])
})

test('handles a long paste in linear time', () => {
  const chunks = Array.from({ length: 20_000 }, () => 'x'.repeat(1_000))
  const startedAt = performance.now()
  const [whole = ''] = joined('\u001b[200~', ...chunks, '\u001b[201~')
  expect(whole).toHaveLength(20_000_000 + 12)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

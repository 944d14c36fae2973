import { describe, expect, test } from 'vitest'
import { fromText, UNKNOWN } from '../words/data.js'
import { decodeEscapes } from '../words/escapes.js'
import { couldMatch, matchesNearlyAll, removeMatch, replaceMatch } from '../words/glob.js'
import { evaluateArithmetic } from './arithmetic.js'
import { expandBraces } from './brace-expansion.js'
import { expandParameter } from './parameter-expansion.js'
import { createScope, resolvePath, writeVariable } from './scope.js'

function braces(text: string): string[] {
  const pieces = [...text.matchAll(/[{},]|[^{},]+/g)].map(([part]) => ({ text: part, quoted: false }))
  const words = expandBraces(pieces, (value) => ({ text: value, quoted: false }))
  return words?.map((word) => word.map((piece) => piece.text).join('')) ?? []
}

describe('brace expansion', () => {
  test.each([
    ['a{b,c}d', ['abd', 'acd']],
    ['{a,b}{1,2}', ['a1', 'a2', 'b1', 'b2']],
    ['{a,{b,c}}', ['a', 'b', 'c']],
    ['{1..3}', ['1', '2', '3']],
    ['{c..a}', ['c', 'b', 'a']],
    ['{0..6..3}', ['0', '3', '6']],
    ['{a}', ['{a}']],
    ['{a,b', ['{a,b']],
    ['rm{,x}', ['rm', 'rmx']],
    ['{a,b}'.repeat(20), []],
  ])('%s', (text, words) => {
    expect(braces(text)).toEqual(words)
  })
})

describe('arithmetic', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['0-1', -1],
    ['0x2f', 47],
    ['010', 8],
    ['1 << 4 | 1', 17],
    ['-7 / 2', -3],
  ])('%s', (text, value) => {
    expect(evaluateArithmetic(text)).toBe(value)
  })

  test.each(['', 'x + 1', '1 +', '(1', '1 2', 'a[0]'])('%j depends on the running shell', (text) => {
    expect(evaluateArithmetic(text)).toBeUndefined()
  })
})

test("decodes the escapes of $'...'", () => {
  expect(decodeEscapes('\\x72\\155\\t\\u0041\\\\n\\q')).toBe('rm\tA\\n\\q')
})

describe('patterns', () => {
  test.each([
    ['r?', 'rm', true],
    ['[qr]m', 'rm', true],
    ['[!r]m', 'rm', false],
    ['*', 'anything', true],
    ['e*c', 'etc', true],
    ['e*c', 'etcd', false],
    ['a.b', 'axb', false],
    ['[z-a]', 'x', false],
    [`e${UNKNOWN}`, 'etc', true],
  ])('%s against %s', (pattern, name, expected) => {
    expect(couldMatch(pattern, name)).toBe(expected)
  })

  test('recognizes patterns that match everything in a folder', () => {
    expect(['*', '.*', '?*', '*.*', '.[!.]*'].map(matchesNearlyAll)).toEqual([true, true, true, true, true])
    expect(['*.ts', 'a*', '.', '..'].map(matchesNearlyAll)).toEqual([false, false, false, false])
  })

  test('removes the shortest or the longest match from a value', () => {
    expect(removeMatch('a/b/c', '*/', 'start', false)).toBe('b/c')
    expect(removeMatch('a/b/c', '*/', 'start', true)).toBe('c')
    expect(removeMatch('a.b.c', '.*', 'end', false)).toBe('a.b')
    expect(removeMatch('a.b.c', '.*', 'end', true)).toBe('a')
    expect(replaceMatch('aXbX', 'X', '-', '//')).toBe('a-b-')
    expect(replaceMatch('aXbX', 'X', '-', '/')).toBe('a-bX')
  })
})

describe('parameter expansion', () => {
  const scope = createScope('/home/dev', '/home/dev/proj')
  writeVariable(scope, 'x', [fromText('Remove.me')])
  writeVariable(scope, 'empty', [fromText('')])
  writeVariable(scope, 'list', [fromText('a'), fromText('b')])
  writeVariable(scope, 'name', [fromText('x')])

  test.each([
    ['x', ['Remove.me']],
    ['#x', ['9']],
    ['x:0:2', ['Re']],
    ['x: -2', ['me']],
    ['x%.*', ['Remove']],
    ['x#*.', ['me']],
    ['x/e/E', ['REmove.me']],
    ['x//e/E', ['REmovE.mE']],
    ['x,,', ['remove.me']],
    ['x^^', ['REMOVE.ME']],
    ['empty:-other', ['other']],
    ['x:-other', ['Remove.me']],
    ['x:+other', ['other']],
    ['unset-other', ['other']],
    ['unset', [UNKNOWN]],
    ['list[@]', ['a', 'b']],
    ['list[1]', ['b']],
    ['!name', ['Remove.me']],
    ['1', []],
  ])('expands braces around %s', (body, expected) => {
    const expand = (start: number, end: number) => fromText(body.slice(start, end))
    const { values } = expandParameter(body, 0, body.length, scope, expand)
    expect(values.map((value) => value.text)).toEqual(expected)
  })
})

test('resolves paths like the system, including those through /proc', () => {
  expect(resolvePath('../x/./y', '/home/dev/proj')).toBe('/home/dev/x/y')
  expect(resolvePath('/proc/self/root/etc', '/tmp')).toBe('/etc')
  expect(resolvePath('/proc/self/cwd/a', '/tmp')).toBe('/tmp/a')
  expect(resolvePath('a', undefined)).toBeUndefined()
})

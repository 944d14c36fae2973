import { expect, test } from 'vitest'
import { paintGrowingCode } from './paint-growing-code.js'

test('colors complete lines once while the last one grows', () => {
  const painted: string[] = []
  const paint = paintGrowingCode((code, language) => {
    painted.push(code)
    return language === 'ts' ? code.toUpperCase() : undefined
  })
  expect(paint('a\nb\nc', 'ts')).toBe('A\nB\nC')
  expect(paint('a\nb\ncd', 'ts')).toBe('A\nB\nCD')
  expect(paint('a\nb\ncd\n', 'ts')).toBe('A\nB\nCD\n')
  expect(painted).toEqual(['a\nb\n', 'c', 'cd', 'a\nb\ncd\n', ''])
  expect(paint('x', 'none')).toBeUndefined()
})

test('does not reuse what it knows for other code or another language', () => {
  const paint = paintGrowingCode((code, language) => `${language}:${code}`)
  expect(paint('a\nb', 'ts')).toBe('ts:a\nts:b')
  expect(paint('b\nb', 'ts')).toBe('ts:b\nts:b')
  expect(paint('b\nb', 'js')).toBe('js:b\njs:b')
})

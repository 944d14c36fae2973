import { type Budget, noUsage } from '@hermes/core'
import { expect, test } from 'vitest'
import { capBudget } from './cap-budget.js'

/** Creates a budget that limits only model calls. */
function budgetOf(iterations: number): Budget {
  let spent = 0
  const none = { tokens: 0, durationMs: 0, costUsd: 0 }
  return {
    limits: { iterations, ...none },
    get spent() {
      return { iterations: spent, ...none }
    },
    take() {
      if (iterations > 0 && spent >= iterations) return false
      spent += 1
      return true
    },
    refund() {
      spent -= 1
    },
    count: () => undefined,
    exhausted: () => (iterations > 0 && spent >= iterations ? 'iterations' : undefined),
  }
}

const takeAll = (budget: Budget, most = 100) => {
  let taken = 0
  while (taken < most && budget.take()) taken += 1
  return taken
}

test('limits a share and spends from the whole', () => {
  const whole = budgetOf(10)
  const share = capBudget(whole, 4)
  expect(takeAll(share)).toBe(4)
  expect(share.exhausted()).toBe('iterations')
  expect(whole.spent.iterations).toBe(4)
  expect(whole.exhausted()).toBeUndefined()
})

test('never spends more than the whole through all shares', () => {
  const whole = budgetOf(5)
  const shares = [capBudget(whole, 4), capBudget(whole, 4)]
  expect(shares.map((share) => takeAll(share))).toEqual([4, 1])
  expect(shares[1]?.exhausted()).toBe('iterations')
})

test('reports how much of a share is left', () => {
  const whole = budgetOf(10)
  const share = capBudget(whole, 8)
  share.take()
  expect(share.limits.iterations).toBe(8)
  takeAll(whole, 6)
  expect(share.limits.iterations).toBe(4)
  expect(share.spent.iterations).toBe(1)
})

test('refunds both the share and the whole', () => {
  const whole = budgetOf(10)
  const share = capBudget(whole, 1)
  share.take()
  share.refund()
  expect(whole.spent.iterations).toBe(0)
  expect(share.take()).toBe(true)
})

test('returns the whole for a share without a limit', () => {
  const whole = budgetOf(3)
  expect(capBudget(whole, 0)).toBe(whole)
  const unlimited = capBudget(budgetOf(0), 2)
  expect(takeAll(unlimited)).toBe(2)
  unlimited.count(noUsage)
})

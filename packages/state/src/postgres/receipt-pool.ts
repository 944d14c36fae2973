/**
 * Determines whether a transaction was committed when its COMMIT got no reply. Each transaction first writes its number
 * into a row that no other running transaction uses, which locks the row. A client that later acquires the lock knows
 * that the transaction has ended, even if its COMMIT was still in flight, and the number shows whether it was
 * committed. (A PostgreSQL transaction id would not work, because a crashed server may assign it again.)
 */
export interface Receipt {
  readonly id: string
  readonly number: number
}

export interface ReceiptPool {
  /** Returns a receipt for one transaction. */
  take(): Receipt
  /** Returns a receipt to the pool. Call it only when the transaction is known to have ended; otherwise the row must not be reused. */
  giveBack(receipt: Receipt): void
  /** Returns the ids of the rows created by this process. */
  ids(): readonly string[]
}

export function createReceiptPool(generateId: () => string): ReceiptPool {
  const free: Receipt[] = []
  const ids: string[] = []
  const make = (): Receipt => {
    const id = generateId()
    ids.push(id)
    return { id, number: 0 }
  }
  return {
    take() {
      const { id, number } = free.pop() ?? make()
      return { id, number: number + 1 }
    },
    giveBack: (receipt) => void free.push(receipt),
    ids: () => ids,
  }
}

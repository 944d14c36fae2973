/**
 * Answers what became of a transaction whose COMMIT got no answer. Each transaction first writes its number into a row that
 * no other one uses at that time, and so holds the row until it has ended. Whoever then gets hold of the row knows that
 * the transaction has ended, also if its COMMIT was still on its way, and sees in the number whether it counts. (The
 * number that PostgreSQL gives to a transaction would not do: a server that crashes may give it out once more.)
 */
export interface Receipt {
  readonly id: string
  readonly number: number
}

export interface Receipts {
  /** For one transaction. */
  take(): Receipt
  /** When the transaction is known to have ended. One whose end is not known keeps its row to itself. */
  giveBack(receipt: Receipt): void
  /** The rows that this process has made. */
  ids(): readonly string[]
}

export function createReceipts(generateId: () => string): Receipts {
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

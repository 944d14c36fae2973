import type { Catalog } from '@hermes/safety/language'

/** Messages of `hermes worktree` and `hermes -w`. */
export const worktrees: Catalog = {
  ' (its remote could not be fetched)': '（无法获取其远程仓库）',
  'Working in {0}, on {1} from {2}{3}.': '在 {0} 中工作，分支 {1}，基于 {2}{3}。',
  'Removed {0}: nothing was changed in it.': '已移除 {0}：其中没有任何更改。',
  'Kept {0} with the branch {1}.': '保留 {0} 和分支 {1}。',
  'in use: a session or a lock holds it': '使用中：被会话或锁占用',
  'changed: it has uncommitted changes, or another branch checked out': '有更改：有未提交的更改，或检出了其他分支',
  'unmerged: its commits are on no other branch': '未合并：其提交不在其他任何分支上',
  'spent: hermes worktree prune removes it': '已用完：hermes worktree prune 会移除它',
  'There are none: hermes -w creates one.': '没有工作树：hermes -w 会创建一个。',
  'Would be removed: {0}': '将会移除：{0}',
  'Kept: {0}. hermes worktree list says why.': '保留：{0}。hermes worktree list 会说明原因。',
  'There is nothing to remove.': '没有可移除的。',
}

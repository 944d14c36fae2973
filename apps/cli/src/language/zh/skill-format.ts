import type { Catalog } from '@hermes/safety/language'

/** Rules of the format of a skill, and suggestions for a better one. */
export const skillFormat: Catalog = {
  'SKILL.md must begin with frontmatter: name and description between two lines of "---".':
    'SKILL.md 必须以前置信息开头：在两行“---”之间写 name 和 description。',
  'The frontmatter needs a name.': '前置信息需要 name。',
  'The name "{0}" must be 1 to 64 lower-case letters, digits and single hyphens.':
    '名称“{0}”必须是 1 到 64 个小写字母、数字和单个连字符。',
  'The name "{0}" must be that of the folder, "{1}".': '名称“{0}”必须与文件夹“{1}”相同。',
  'The frontmatter needs a description.': '前置信息需要 description。',
  'The description may have {0} characters.': 'description 最多 {0} 个字符。',
  'The compatibility may have {0} characters.': 'compatibility 最多 {0} 个字符。',
  'SKILL.md may have {0} characters.': 'SKILL.md 最多 {0} 个字符。',
  'SKILL.md has no text below the frontmatter.': 'SKILL.md 在前置信息之后没有正文。',
  'SKILL.md has a NUL character.': 'SKILL.md 含有 NUL 字符。',
  'A longer description helps to find the skill: what it does, and when to use it.':
    '更长的说明有助于找到技能：它做什么，何时使用。',
  'SKILL.md has {0} lines: move parts that are rarely needed to files of their own.':
    'SKILL.md 有 {0} 行：请把很少用到的部分移到单独的文件。',
  'SKILL.md has {0} characters: move parts that are rarely needed to files of their own.':
    'SKILL.md 有 {0} 个字符：请把很少用到的部分移到单独的文件。',
  'SKILL.md refers to {0}, which does not exist.': 'SKILL.md 引用了 {0}，而它不存在。',
  'Keys that other agents may not know belong below metadata: {0}.':
    '其他智能体可能不认识的键应放在 metadata 下：{0}。',
}

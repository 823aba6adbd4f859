/** The subset of DynamoDB's expressions that the functions use, evaluated as DynamoDB does. */

export type Item = Readonly<Record<string, unknown>>;

interface Placeholders {
  readonly names?: Readonly<Record<string, string>> | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

/** The placeholders that a command gives its expressions. */
export interface Expressions {
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Record<string, unknown> | undefined;
}

export function given({
  ExpressionAttributeNames: names,
  ExpressionAttributeValues: values,
}: Expressions): Placeholders {
  return { names, values };
}

/** True where the condition holds for the item; an absent item has no attributes. */
export function holds(condition: string | undefined, item: Item | undefined, given: Placeholders): boolean {
  if (condition === undefined) return true;
  return new Condition(condition, item ?? {}, given).or();
}

/** The item after an update expression of SET, ADD and REMOVE clauses. SET also takes a path into a map, such as `seenAt.#kind`. */
export function updated(expression: string, item: Item, given: Placeholders): Item {
  const after: Record<string, unknown> = { ...item };
  const clauses = expression.split(/\b(SET|ADD|REMOVE)\b/).map((part) => part.trim());
  for (let i = 1; i < clauses.length; i += 2) {
    for (const action of actionsOf(clauses[i + 1] ?? '')) {
      const [, target = '', value = ''] = /^(\S+)\s*=?\s*(.*)$/.exec(action) ?? [];
      const [part = '', inner] = target.split('.');
      const name = nameOf(part, given);
      if (inner !== undefined) {
        const key = nameOf(inner, given);
        after[name] = { ...(after[name] as object), [key]: operand(value, item, given) };
      } else if (clauses[i] === 'REMOVE') delete after[name];
      else if (clauses[i] === 'SET') after[name] = operand(value, item, given);
      else after[name] = Number(after[name] ?? 0) + Number(givenValue(value, given));
    }
  }
  return after;
}

/** The attributes that a projection asks for; all of them if there is no projection. */
export function projected(expression: string | undefined, item: Item, given: Placeholders): Item {
  if (expression === undefined) return item;
  const names = expression.split(',').map((name) => nameOf(name.trim(), given));
  return Object.fromEntries(names.filter((name) => name in item).map((name) => [name, item[name]]));
}

function actionsOf(clause: string): string[] {
  return clause
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function operand(text: string, item: Item, given: Placeholders): unknown {
  const [, name, other = ''] = /^if_not_exists\((\S+), (\S+)\)$/.exec(text) ?? [];
  if (name === undefined) return givenValue(text, given);
  return item[nameOf(name, given)] ?? givenValue(other, given);
}

function nameOf(token: string, { names }: Placeholders): string {
  if (!token.startsWith('#')) return token;
  const name = names?.[token];
  if (name === undefined) throw new Error(`the expression names ${token}, which is not given`);
  return name;
}

function givenValue(token: string, { values }: Placeholders): unknown {
  if (values === undefined || !(token in values))
    throw new Error(`the expression uses ${token}, which is not given`);
  return values[token];
}

const known = new Map<string, readonly string[]>();

/** Parsed once for each text: a query checks it against each of its items. */
function tokensOf(text: string): readonly string[] {
  const tokens = known.get(text) ?? text.match(/[#:]?\w+|<=|>=|<>|[=<>()]/g) ?? [];
  known.set(text, tokens);
  return tokens;
}

class Condition {
  private readonly tokens: readonly string[];
  private readonly item: Item;
  private readonly given: Placeholders;
  private place = 0;

  constructor(text: string, item: Item, given: Placeholders) {
    this.tokens = tokensOf(text);
    this.item = item;
    this.given = given;
  }

  or(): boolean {
    let result = this.and();
    while (this.taken('OR')) result = this.and() || result;
    return result;
  }

  private and(): boolean {
    let result = this.term();
    while (this.taken('AND')) result = this.term() && result;
    return result;
  }

  private term(): boolean {
    const first = this.take();
    if (first === 'attribute_exists' || first === 'attribute_not_exists') {
      this.take();
      const exists = this.item[nameOf(this.take(), this.given)] !== undefined;
      this.take();
      return exists === (first === 'attribute_exists');
    }
    if (first === 'begins_with') {
      this.take();
      const text = this.item[nameOf(this.take(), this.given)];
      const prefix = String(givenValue(this.take(), this.given));
      this.take();
      return typeof text === 'string' && text.startsWith(prefix);
    }
    const left = this.item[nameOf(first, this.given)];
    const operator = this.take();
    const right = givenValue(this.take(), this.given);
    if (operator !== 'BETWEEN') return compares(left, operator, right);
    this.take();
    return compares(left, '>=', right) && compares(left, '<=', givenValue(this.take(), this.given));
  }

  private take(): string {
    const token = this.tokens[this.place];
    if (token === undefined) throw new Error(`the expression ends too early: ${this.tokens.join(' ')}`);
    this.place += 1;
    return token;
  }

  private taken(token: string): boolean {
    if (this.tokens[this.place] !== token) return false;
    this.place += 1;
    return true;
  }
}

function compares(left: unknown, operator: string, right: unknown): boolean {
  if (operator === '=') return left === right;
  if (operator === '<>') return left !== right;
  if (typeof left === 'number' && typeof right === 'number') return ordered(left - right, operator);
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  return ordered(left < right ? -1 : left > right ? 1 : 0, operator);
}

function ordered(difference: number, operator: string): boolean {
  if (operator === '<') return difference < 0;
  if (operator === '>') return difference > 0;
  return operator === '<=' ? difference <= 0 : difference >= 0;
}

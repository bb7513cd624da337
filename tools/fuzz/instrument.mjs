// Adds a counter to every branch of a program, so that the fuzzer can see which branches an input takes.
import { parseAst } from 'rolldown/parseAst';
import { walk } from '../checks/syntax.mjs';

/** Name of the array of counters, in the instrumented program and on `globalThis`. */
export const countersName = '__branchCounters';
/** Maximum number of counters; later branches share one. */
export const mostBranches = 1 << 16;
/** Maximum and minimum length of text constants offered to the mutator. */
const wordLength = { shortest: 2, longest: 60 };

/**
 * @param {string} code an ES module
 * @param {{ first?: number }} options number of its first counter
 * @returns {{ code: string, branches: number, words: string[] }} `branches`: one more than the last counter's number; `words`: the
 * text constants of the program
 */
export function instrument(code, { first = 0 } = {}) {
  const edits = new Edits(first);
  const words = new Set();
  walk(parseAst(code, { lang: 'js' }), (node) => {
    editNode(node, edits);
    const { value } = node;
    if (node.type === 'Literal' && typeof value === 'string' && isWord(value)) words.add(value);
  });
  const head = `const ${countersName} = (globalThis.${countersName} ??= new Uint8Array(${mostBranches}));\n`;
  return { code: head + edits.applyTo(code), branches: edits.next, words: [...words] };
}

const isWord = ({ length }) => length >= wordLength.shortest && length <= wordLength.longest;

function editNode(node, edits) {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'CatchClause':
      if (node.body) edits.statement(node.body);
      break;
    case 'ArrowFunctionExpression':
      if (node.body.type === 'BlockStatement') edits.statement(node.body);
      else edits.expression(node.body);
      break;
    case 'IfStatement':
      edits.statement(node.consequent);
      if (node.alternate) edits.statement(node.alternate);
      break;
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
      edits.statement(node.body);
      break;
    case 'ConditionalExpression':
      edits.expression(node.consequent);
      edits.expression(node.alternate);
      break;
    case 'LogicalExpression':
      edits.expression(node.right);
      break;
    case 'SwitchCase':
      if (node.consequent.length > 0) edits.before(node.consequent[0]);
      break;
  }
}

/** Texts to insert; those at the same position keep their nesting, since parents are visited first. */
class Edits {
  #list = [];

  constructor(first) {
    this.next = first;
  }

  #counter() {
    const number = Math.min(this.next, mostBranches - 1);
    this.next = number + 1;
    return `${countersName}[${number}]++`;
  }

  before(node) {
    this.#list.push({ at: node.start, text: `${this.#counter()};`, closing: false });
  }

  statement(node) {
    if (node.type === 'BlockStatement') {
      this.#list.push({ at: node.start + 1, text: `${this.#counter()};`, closing: false });
      return;
    }
    this.#list.push({ at: node.start, text: `{${this.#counter()};`, closing: false });
    this.#list.push({ at: node.end, text: '}', closing: true });
  }

  expression(node) {
    this.#list.push({ at: node.start, text: `(${this.#counter()},`, closing: false });
    this.#list.push({ at: node.end, text: ')', closing: true });
  }

  applyTo(code) {
    // At one position: closings before openings, inner closings before outer ones, outer openings before inner ones.
    const ordered = this.#list
      .map((edit, order) => ({ ...edit, order: edit.closing ? -order - 1 : order }))
      .sort((a, b) => a.at - b.at || a.order - b.order);
    const parts = [];
    let from = 0;
    for (const { at, text } of ordered) {
      parts.push(code.slice(from, at), text);
      from = at;
    }
    parts.push(code.slice(from));
    return parts.join('');
  }
}

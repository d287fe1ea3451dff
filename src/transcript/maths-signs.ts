/** The signs that TeX has names for, and the letters that stand above and below the line. Only what Unicode has. */

const greek =
  "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω";
const operators =
  "times × cdot · div ÷ pm ± mp ∓ ast ∗ star ⋆ circ ∘ bullet • oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ partial ∂ nabla ∇ infty ∞ surd √ cap ∩ cup ∪ bigcap ⋂ bigcup ⋃ setminus ∖ wedge ∧ land ∧ vee ∨ lor ∨ neg ¬ lnot ¬ dagger † ell ℓ hbar ℏ Re ℜ Im ℑ aleph ℵ prime ′ degree ° angle ∠ triangle △ square □ dots … ldots … cdots ⋯ vdots ⋮ ddots ⋱ mid ∣ parallel ∥ perp ⊥ top ⊤ bot ⊥ backslash \\";
const relations =
  "leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ ll ≪ gg ≫ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ prec ≺ succ ≻ in ∈ ni ∋ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ forall ∀ exists ∃ nexists ∄ emptyset ∅ varnothing ∅ therefore ∴ because ∵ vdash ⊢ models ⊨ to → gets ← rightarrow → leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹ impliedby ⟸ iff ⟺ mapsto ↦ longrightarrow ⟶ longleftarrow ⟵ uparrow ↑ downarrow ↓ hookrightarrow ↪";
const fences =
  "langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lvert | rvert | vert | lVert ‖ rVert ‖ Vert ‖ lbrace { rbrace }";

/** By the name of the command, without its backslash. */
export const signs: ReadonlyMap<string, string> = pairs([greek, operators, relations, fences].join(" "));

/** Written upright, with a blank before what they are applied to. */
export const functions: ReadonlySet<string> = new Set(
  "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh exp log ln lg lim limsup liminf max min sup inf arg det dim deg gcd hom ker Pr mod bmod".split(
    " ",
  ),
);

/** Commands that only say how their argument looks. */
export const looks: ReadonlySet<string> = new Set(
  "text textrm textbf textit textsf texttt mathrm mathbf mathit mathsf mathtt mathnormal boldsymbol bm operatorname mbox".split(
    " ",
  ),
);

/** Commands that say how large what follows is, and nothing else. */
export const sizes: ReadonlySet<string> = new Set(
  "left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr displaystyle textstyle scriptstyle limits nolimits".split(
    " ",
  ),
);

/** `\mathbb{R}` */
export const doubled: ReadonlyMap<string, string> = pairs("C ℂ H ℍ N ℕ P ℙ Q ℚ R ℝ Z ℤ E 𝔼 F 𝔽 1 𝟙");

export const raised: ReadonlyMap<string, string> = pairs(
  "0 ⁰ 1 ¹ 2 ² 3 ³ 4 ⁴ 5 ⁵ 6 ⁶ 7 ⁷ 8 ⁸ 9 ⁹ + ⁺ - ⁻ = ⁼ ( ⁽ ) ⁾ a ᵃ b ᵇ c ᶜ d ᵈ e ᵉ f ᶠ g ᵍ h ʰ i ⁱ j ʲ k ᵏ l ˡ m ᵐ n ⁿ o ᵒ p ᵖ r ʳ s ˢ t ᵗ u ᵘ v ᵛ w ʷ x ˣ y ʸ z ᶻ A ᴬ B ᴮ D ᴰ E ᴱ G ᴳ H ᴴ I ᴵ J ᴶ K ᴷ L ᴸ M ᴹ N ᴺ O ᴼ P ᴾ R ᴿ T ᵀ U ᵁ V ⱽ W ᵂ β ᵝ γ ᵞ δ ᵟ θ ᶿ φ ᵠ χ ᵡ ′ ′ ∘ ° ° ° * *",
);

export const lowered: ReadonlyMap<string, string> = pairs(
  "0 ₀ 1 ₁ 2 ₂ 3 ₃ 4 ₄ 5 ₅ 6 ₆ 7 ₇ 8 ₈ 9 ₉ + ₊ - ₋ = ₌ ( ₍ ) ₎ a ₐ e ₑ h ₕ i ᵢ j ⱼ k ₖ l ₗ m ₘ n ₙ o ₒ p ₚ r ᵣ s ₛ t ₜ u ᵤ v ᵥ x ₓ β ᵦ γ ᵧ ρ ᵨ φ ᵩ χ ᵪ",
);

function pairs(words: string): ReadonlyMap<string, string> {
  const all = words.split(" ");
  return new Map(all.flatMap((word, at) => (at % 2 === 0 ? [[word, all[at + 1] ?? ""] as const] : [])));
}

// What torch 1.13's torch.fx printed for small programs, letter for letter: the yardstick of the
// parity tests. A case of several programs holds their texts one after another. The value of a case
// begins after its first newline.
#pragma once

#include <string_view>

namespace support::expected {

inline constexpr std::string_view seed_leaf_calls = R"(
def forward(self, x, y):
    sigmoid_lowp = __main___sigmoid_lowp(x);  x = None
    sigmoid_lowp_1 = __main___sigmoid_lowp(y);  y = None
    add_lowp = __main___add_lowp(sigmoid_lowp, sigmoid_lowp_1);  sigmoid_lowp = sigmoid_lowp_1 = None
    return add_lowp
)";

inline constexpr std::string_view seed_inline_sigmoid = R"(
def forward(self, x, y):
    float_1 = x.float();  x = None
    sigmoid = float_1.sigmoid();  float_1 = None
    half = sigmoid.half();  sigmoid = None
    float_2 = y.float();  y = None
    sigmoid_1 = float_2.sigmoid();  float_2 = None
    half_1 = sigmoid_1.half();  sigmoid_1 = None
    add_lowp = __main___add_lowp(half, half_1);  half = half_1 = None
    return add_lowp
)";

inline constexpr std::string_view seed_inline_all = R"(
def forward(self, x, y):
    float_1 = x.float();  x = None
    sigmoid = float_1.sigmoid();  float_1 = None
    half = sigmoid.half();  sigmoid = None
    float_2 = y.float();  y = None
    sigmoid_1 = float_2.sigmoid();  float_2 = None
    half_1 = sigmoid_1.half();  sigmoid_1 = None
    float_3 = half.float();  half = None
    float_4 = half_1.float();  half_1 = None
    add = float_3 + float_4;  float_3 = float_4 = None
    half_2 = add.half();  add = None
    return half_2
)";

inline constexpr std::string_view seed_inlining_tracer = R"(
def forward(self, x, y):
    sigmoid_lowp = __main___sigmoid_lowp(x);  x = None
    sigmoid_lowp_1 = __main___sigmoid_lowp(y);  y = None
    float_1 = sigmoid_lowp.float();  sigmoid_lowp = None
    float_2 = sigmoid_lowp_1.float();  sigmoid_lowp_1 = None
    add = float_1 + float_2;  float_1 = float_2 = None
    half = add.half();  add = None
    return half
)";

inline constexpr std::string_view seed_inlining_tracer_both = R"(
def forward(self, x, y):
    float_1 = x.float();  x = None
    sigmoid = float_1.sigmoid();  float_1 = None
    half = sigmoid.half();  sigmoid = None
    float_2 = y.float();  y = None
    sigmoid_1 = float_2.sigmoid();  float_2 = None
    half_1 = sigmoid_1.half();  sigmoid_1 = None
    float_3 = half.float();  half = None
    float_4 = half_1.float();  half_1 = None
    add = float_3 + float_4;  float_3 = float_4 = None
    half_2 = add.half();  add = None
    return half_2
)";

inline constexpr std::string_view nested_composite_leaf = R"(
def forward(self, a, b, c):
    fma_lowp = __main___fma_lowp(a, b, c);  a = b = c = None
    return fma_lowp
)";

inline constexpr std::string_view nested_composite_inline_outer = R"(
def forward(self, a, b, c):
    float_1 = a.float();  a = None
    sigmoid = float_1.sigmoid();  float_1 = None
    half = sigmoid.half();  sigmoid = None
    mul = half * b;  half = b = None
    float_2 = mul.float();  mul = None
    float_3 = c.float();  c = None
    add = float_2 + float_3;  float_2 = float_3 = None
    half_1 = add.half();  add = None
    return half_1
)";

inline constexpr std::string_view call_used_twice = R"(
def forward(self, x):
    float_1 = x.float();  x = None
    sigmoid = float_1.sigmoid();  float_1 = None
    half = sigmoid.half();  sigmoid = None
    mul = half * half
    add = half + mul;  half = mul = None
    return add
)";

inline constexpr std::string_view inline_call_with_kwargs = R"(
def forward(self, x, y):
    scale = __main___scale(x, factor = y, bias = 3);  x = None
    scale_1 = __main___scale(y);  y = None
    sub = scale - scale_1;  scale = scale_1 = None
    return sub
--- inlined
def forward(self, x, y):
    mul = x * y;  x = None
    add = mul + 3;  mul = None
    mul_1 = y * 2.0;  y = None
    add_1 = mul_1 + 0;  mul_1 = None
    sub = add - add_1;  add = add_1 = None
    return sub
)";

inline constexpr std::string_view arithmetic = R"(
def forward(self, x, y):
    add = x + y
    sub = x - y
    mul = add * sub;  add = sub = None
    truediv = mul / 2;  mul = None
    neg = -x;  x = None
    sub_1 = truediv - neg;  truediv = neg = None
    pow_1 = sub_1 ** 2;  sub_1 = None
    mod = pow_1 % 3;  pow_1 = None
    floordiv = mod // y;  mod = y = None
    return floordiv
)";

inline constexpr std::string_view reflected_operators = R"(
def forward(self, x):
    add = 1 + x;  x = None
    return add
def forward(self, x):
    sub = 2 - x;  x = None
    return sub
def forward(self, x):
    mul = 3 * x;  x = None
    truediv = 1.5 / mul;  mul = None
    return truediv
)";

inline constexpr std::string_view comparisons = R"(
def forward(self, x, y):
    lt = x < y
    le = x <= y
    and_ = lt & le;  lt = le = None
    gt = x > y
    ge = x >= y
    xor = gt ^ ge;  gt = ge = None
    or_ = and_ | xor;  and_ = xor = None
    eq = x == y
    ne = x != y;  x = y = None
    return (or_, eq, ne)
)";

inline constexpr std::string_view bit_operators = R"(
def forward(self, x, y):
    invert = ~x
    lshift = invert << 1;  invert = None
    rshift = lshift >> y;  lshift = None
    pos = +x
    matmul = x @ y;  x = y = None
    return (rshift, pos, matmul)
)";

inline constexpr std::string_view same_base_names = R"(
def forward(self, x, y):
    add = x + y
    add_1 = add + x;  x = None
    add_2 = add_1 + y;  add_1 = y = None
    add_3 = add_2 + add;  add_2 = add = None
    return add_3
)";

inline constexpr std::string_view reserved_names = R"(
def forward(self, x):
    float_1 = x.float()
    int_1 = x.int()
    add = float_1 + int_1;  float_1 = int_1 = None
    type_1 = x.type()
    add_1 = add + type_1;  add = type_1 = None
    max_1 = x.max()
    add_2 = add_1 + max_1;  add_1 = max_1 = None
    sum_1 = x.sum()
    add_3 = add_2 + sum_1;  add_2 = sum_1 = None
    list_1 = x.list()
    add_4 = add_3 + list_1;  add_3 = list_1 = None
    lambda_ = x.lambda_()
    add_5 = add_4 + lambda_;  add_4 = lambda_ = None
    id_1 = x.id();  x = None
    add_6 = add_5 + id_1;  add_5 = id_1 = None
    return add_6
)";

inline constexpr std::string_view user_names_collide = R"(
def forward(self, add_1):
    add = add_1 + 1;  add_1 = None
    add_2 = add + 2;  add = None
    add_3 = add_2 + 3;  add_2 = None
    add_7 = add_3 + 4;  add_3 = None
    add_8 = add_7 + 5;  add_7 = None
    a_b_c = add_8 + 6;  add_8 = None
    _2x = a_b_c + 6;  a_b_c = None
    return _2x
['add_1', 'add', 'add_2', 'add_3', 'add_7', 'add_8', 'a_b_c', '_2x', 'output']
)";

inline constexpr std::string_view unused_results = R"(
def forward(self, x, y):
    add = x + y
    mul = x * y;  x = y = None
    relu = mul.relu()
    return mul
)";

inline constexpr std::string_view unused_input = R"(
def forward(self, x, y):
    add = x + 1;  x = None
    return add
)";

inline constexpr std::string_view same_argument_twice = R"(
def forward(self, x):
    mul = x * x;  x = None
    return mul
)";

inline constexpr std::string_view returns_input = R"(
def forward(self, x):
    return x
)";

inline constexpr std::string_view returns_constant = R"(
def forward(self, x):
    return 7
)";

inline constexpr std::string_view literals = R"(
def forward(self, x):
    scale = __main___scale(x, 1, -1, 0.5, 1e-05, 1e+30, inf, -inf, nan, True, None, "it's", 'a "quote"\n');  x = None
    return scale
)";

inline constexpr std::string_view print_graph = R"(
graph():
    %x : [#users=1] = placeholder[target=x]
    %y : [#users=1] = placeholder[target=y]
    %sigmoid_lowp : [#users=1] = call_function[target=__main__.sigmoid_lowp](args = (%x,), kwargs = {})
    %sigmoid_lowp_1 : [#users=1] = call_function[target=__main__.sigmoid_lowp](args = (%y,), kwargs = {})
    %add_lowp : [#users=1] = call_function[target=__main__.add_lowp](args = (%sigmoid_lowp, %sigmoid_lowp_1), kwargs = {})
    return add_lowp
)";

inline constexpr std::string_view dead_code = R"(
True
def forward(self, x, y):
    add = x + y;  x = y = None
    return add
)";

inline constexpr std::string_view returns_tuple_list_dict = R"(
def forward(self, x, y):
    add = y + 1;  y = None
    return (x, add)
def forward(self, x, y):
    return [x, (y, 2)]
def forward(self, x, y):
    add = x + y
    return {'sum': add, 'parts': [x, y]}
def forward(self, x):
    return (x,)
)";

inline constexpr std::string_view nested_arguments = R"(
def forward(self, x, y):
    scale = __main___scale([x, (y, 1), []], {'k': x, 'n': None}, slice(None, y, 2), (), dim = [x, -1], out = (y,));  x = y = None
    return scale
)";

inline constexpr std::string_view getitem_and_slices = R"(
def forward(self, x, i):
    getitem = x[0]
    getitem_1 = x[i]
    getitem_2 = x[slice(1, None, None)]
    getitem_3 = x[(slice(None, None, None), 2)]
    getitem_4 = x[(Ellipsis, None)]
    add = i + 1
    getitem_5 = x[(slice(i, add, None), slice(None, None, 2))];  x = i = add = None
    return (getitem, getitem_1, getitem_2, getitem_3, getitem_4, getitem_5)
)";

inline constexpr std::string_view torch_functions = R"(
def forward(self, x, y):
    add = torch.add(x, y, alpha = 2);  y = None
    relu = torch.relu(add);  add = None
    softmax = torch.nn.functional.softmax(x, dim = -1, _stacklevel = 3, dtype = None);  x = None
    add_1 = relu + softmax;  relu = softmax = None
    return add_1
)";

inline constexpr std::string_view methods_with_arguments = R"(
def forward(self, x, y):
    view = x.view(-1, 4);  x = None
    add = view.add(y, alpha = 3);  view = y = None
    clamp = add.clamp(min = 0, max = None);  add = None
    return clamp
)";

inline constexpr std::string_view multi_result = R"(
def forward(self, x):
    split2 = __main___split2(x)
    getitem = split2[0];  split2 = None
    split2_1 = __main___split2(x);  x = None
    getitem_1 = split2_1[1];  split2_1 = None
    add = getitem + getitem_1;  getitem = getitem_1 = None
    return add
)";

inline constexpr std::string_view wrapped_builtin = R"(
def forward(self, x):
    len_1 = len(x)
    add = x + len_1;  x = len_1 = None
    return add
)";

inline constexpr std::string_view annotated = R"(
def forward(self, x : torch.Tensor, y : int) -> torch.Tensor:
    add = x + y;  x = y = None
    return add
)";

inline constexpr std::string_view insert_before_and_after = R"(
def forward(self, x, y):
    relu = x.relu()
    add = x + y;  x = None
    neg = -add;  add = None
    mul = neg * y;  neg = y = None
    return mul
)";

inline constexpr std::string_view copy_graph_into = R"(
def forward(self, x, mul):
    mul_1 = x * mul
    add = mul_1 + x;  mul_1 = x = None
    sub = add - mul;  add = mul = None
    return sub
)";

}  // namespace support::expected
